import type { FormPart } from '#features/forms/questions.ts'
import { Notice } from '#ui/text/notice.tsx'

/** Says how many rows came from a pasted list. `read` is `publications-3`, as in the address. */
export function ListNotice({ read, part }: { read: string; part: FormPart }) {
  const [, name, added] = /^(\w{1,40})-(\d{1,2})$/.exec(read) ?? []
  const question = part.questions.find((one) => one.name === name)
  if (question?.kind !== 'repeat') return null
  const { one } = question
  const count = Number(added)
  const many = count === 1 ? `1 ${one}` : `${count} ${one}s`
  return (
    <Notice kind={count > 0 ? 'success' : 'warning'}>
      <p>
        {count > 0
          ? `Added ${many} from your list. Check ${count === 1 ? 'it' : 'them'} below.`
          : `Every ${one} in your list is already below.`}
      </p>
    </Notice>
  )
}
