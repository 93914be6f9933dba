import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { build } from 'rolldown'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { layerOrder, pageStyles } from './scripts/page-styles.ts'
import { groupOf } from './scripts/script-groups.ts'

const editorPackages = [
  /^@tiptap\//,
  /^prosemirror-/,
  /^(orderedmap|rope-sequence|w3c-keyname|linkifyjs|fast-equals|use-sync-external-store)/,
]

/** Of these the server uses a part; as separate files they would be loaded whole, with all their comments. */
const largePackages = ['katex', 'zod']

/** Of hundreds of small files, each of which a start would have to find, read and link. */
const scatteredPackages = [
  'kysely',
  'nodemailer',
  'diff',
  'csv-parse',
  /^@simplewebauthn\//,
  /^@peculiar\//,
  /^(asn1js|pvtsutils|pvutils|tsyringe|tslib|reflect-metadata)$/,
]

export default defineConfig({
  plugins: [reactRouter(), layersFirst(), inlineScripts(), scriptFiles(), oneByteLetters(), pageStyles()],
  // All parts of the server are in one folder, so that each finds the picture worker beside it.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  // With the bundler's own few lines, which every file needs.
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|^\0rolldown/,
                  priority: 3,
                },
                {
                  name: (id, graph) => (groupOf(id, graph) === 'site' ? 'site' : null),
                  test: /[\\/]app[\\/]/,
                  priority: 2,
                },
                { name: groupOf, test: /[\\/]app[\\/]/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The editor runs in browsers; with its packages bundled, a server needs none of them installed.
      resolve: { noExternal: [...editorPackages, ...largePackages, ...scatteredPackages] },
      build: {
        rolldownOptions: {
          input: './server.ts',
          output: { chunkFileNames: '[name]-[hash].js' },
          // Otherwise comments name the folders of packages, and builds in different folders would differ.
          experimental: { attachDebugInfo: 'none' },
        },
      },
    },
  },
  css: { modules: { generateScopedName: className } },
  build: {
    assetsInlineLimit: 0,
    // One style sheet for all pages that hydrate: it compresses to no more than the five that a page had.
    cssCodeSplit: false,
    target: 'es2022',
    // The editor is the largest chunk, and only editing pages load it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})

/** A class has the name of its file in short. The names are in each page, so every letter counts. */
function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ''))
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`
}

/**
 * A script with one character outside ASCII takes two bytes for every character as long as the server runs, so such
 * characters are escaped.
 */
function oneByteLetters(): Plugin {
  return {
    name: 'one-byte-letters',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, numbered)
    },
  }
}

function numbered(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * The shared style sheet has the styles in the order of the script files. The foundations are not in the first of them,
 * so each style sheet says in which order the layers count.
 */
function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (code) => `${layerOrder}${code}` },
  }
}

/**
 * On the server `import text from './x.ts?inline-script'` returns the file bundled and minified, as text for a script
 * element.
 */
function inlineScripts(): Plugin {
  return bundledScripts('?inline-script', async (input, context) => {
    // Where React takes over a page, the script element is there already.
    return context.environment.name === 'client' ? '' : bundleScript(input)
  })
}

/**
 * `import file from './x.ts?script-file'` returns the address of the file bundled and minified, its checksum, and on the
 * server its text.
 */
function scriptFiles(): Plugin {
  return bundledScripts('?script-file', async (input, context) => {
    const source = await bundleScript(input)
    const hash = createHash('sha256').update(source)
    const checksum = hash.copy().digest('base64')
    const fileName = `assets/${basename(input, '.ts')}-${hash.digest('base64url').slice(0, 8)}.js`
    const isForBrowsers = context.environment.name === 'client'
    if (isForBrowsers) context.emitFile({ type: 'asset', fileName, source })
    return { href: `/${fileName}`, integrity: `sha256-${checksum}`, text: isForBrowsers ? '' : source }
  })
}

/** What an import with this suffix returns, made from the file it names. */
function bundledScripts(
  suffix: string,
  make: (input: string, context: Rolldown.PluginContext) => Promise<unknown>,
): Plugin {
  return {
    name: `bundled-scripts${suffix}`,
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(suffix)) return undefined
      const file = await this.resolve(source.slice(0, -suffix.length), importer)
      return file && `${file.id}${suffix}`
    },
    async load(id) {
      if (!id.endsWith(suffix)) return undefined
      return `export default ${JSON.stringify(await make(id.slice(0, -suffix.length), this))}`
    },
  }
}

async function bundleScript(input: string): Promise<string> {
  const { output } = await build({ input, write: false, output: { format: 'iife', minify: true } })
  return output[0].code.trim()
}
