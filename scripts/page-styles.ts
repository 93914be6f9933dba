import { transform } from 'lightningcss'
import type { Plugin } from 'vite'
import { pageStylesFile, type PageStyles } from '#server/http/page-styles.server.ts'

/** As the first of our style sheets says; a page needs it once. */
export const layerOrder = '@layer tokens, base, components, pages;\n'

const routeEntry = '?__react-router-build-client-route'

/**
 * Records which styles each route imports, so that a reading page contains exactly those, however its scripts are split
 * into files.
 */
export function pageStyles(): Plugin {
  const texts = new Map<string, string>()
  return {
    name: 'page-styles',
    applyToEnvironment: ({ name }) => name === 'client',
    // Vite has processed the style sheet by now and has not yet turned it into a script.
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => void texts.set(id, code.replace(layerOrder, '')),
    },
    generateBundle(_, bundle) {
      const sheets = [...texts.keys()]
      const routes: PageStyles['routes'] = {}
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.endsWith(routeEntry)) continue
        const styles = inOrder(chunk.facadeModuleId, importsOf).filter((id) => texts.has(id))
        routes[`/${chunk.fileName}`] = styles.map((id) => sheets.indexOf(id))
      }
      const urlOf = (text: string) =>
        text.replaceAll(/__VITE_ASSET__([\w$]+)__/g, (_, asset: string) => `/${this.getFileName(asset)}`)
      const source: PageStyles = {
        sheets: sheets.map((id) => minified(urlOf(texts.get(id) ?? ''), id)),
        routes,
      }
      this.emitFile({ type: 'asset', fileName: pageStylesFile, source: JSON.stringify(source) })
    },
  }
}

function minified(css: string, filename: string): string {
  return transform({ code: Buffer.from(css), filename, minify: true }).code.toString()
}

/** A module and everything it imports, in execution order. */
function inOrder(
  id: string,
  importsOf: (id: string) => readonly string[],
  seen = new Set<string>(),
): string[] {
  if (seen.has(id)) return []
  seen.add(id)
  return [...importsOf(id).flatMap((imported) => inOrder(imported, importsOf, seen)), id]
}
