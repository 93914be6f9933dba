import { reactRouter } from '@react-router/dev/vite'
import { build } from 'rolldown'
import { defineConfig, type Plugin } from 'vite'

const editorPackages = [
  /^@tiptap\//,
  /^prosemirror-/,
  /^(orderedmap|rope-sequence|w3c-keyname|linkifyjs|fast-equals|use-sync-external-store)/,
]

export default defineConfig({
  plugins: [reactRouter(), inlineScripts()],
  // All parts of the server lie in one folder, so that each finds the picture worker beside it.
  environments: {
    ssr: {
      // The editor runs in browsers; with its packages built in, a server needs none of them installed.
      resolve: { noExternal: editorPackages },
      build: {
        rolldownOptions: { input: './server.ts', output: { chunkFileNames: '[name]-[hash].js' } },
      },
    },
  },
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    // The editor is the largest piece, and only editing pages fetch it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})

/** `import text from './x.ts?inline-script'` gives the file bundled and minified, as text for a script element. */
function inlineScripts(): Plugin {
  const suffix = '?inline-script'
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(suffix)) return undefined
      const file = await this.resolve(source.slice(0, -suffix.length), importer)
      return file && `${file.id}${suffix}`
    },
    async load(id) {
      if (!id.endsWith(suffix)) return undefined
      const input = id.slice(0, -suffix.length)
      const { output } = await build({ input, write: false, output: { format: 'iife', minify: true } })
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}
