/** The list of built files with which React Router loads pages in the browser. */
interface Window {
  __reactRouterManifest: {
    version: string
    routes: Record<string, { module: string } | undefined>
  }
}
