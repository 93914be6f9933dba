import type { Data } from '#features/content/kinds/kinds.ts'
import type { Pictures } from '#features/media/queries.server.ts'
import { Prose } from '#ui/text/prose.tsx'
import { TextView } from './text-view.tsx'

type Section = Data<'page'>['sections'][number]

/** The numbered or plain sections of a document page, each with its own anchor. */
export function PageSections({ sections, pictures }: { sections: Section[]; pictures: Pictures }) {
  if (sections.length === 0) return null
  return (
    <Prose>
      {sections.map((section) => (
        <section key={section.anchor} aria-labelledby={section.anchor}>
          <h2 id={section.anchor}>
            {section.number && <span>{section.number}. </span>}
            {section.heading}
          </h2>
          <TextView
            document={section.body}
            pictures={pictures}
            headingOffset={1}
            anchorPrefix={`${section.anchor}-`}
          />
        </section>
      ))}
    </Prose>
  )
}
