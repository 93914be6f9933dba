/** The little of jsonld 9 that we use; it has no types. */
declare module 'jsonld' {
  interface Loaded {
    documentUrl: string
    contextUrl: null
    document: object
  }
  const jsonld: {
    canonize(
      document: object,
      options: {
        algorithm: 'RDFC-1.0'
        format: 'application/n-quads'
        safe: boolean
        documentLoader: (url: string) => Promise<Loaded>
        canonizeOptions?: { maxWorkFactor?: number; signal?: AbortSignal }
      },
    ): Promise<string>
  }
  export default jsonld
}
