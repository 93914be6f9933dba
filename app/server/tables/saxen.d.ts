/** The little of saxen 11 that we use; it has no types. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
      ) => void,
    ): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: (text: string) => string) => void): this
    on(event: 'cdata' | 'attention', handler: (text: string) => void): this
    on(event: 'error' | 'warn', handler: (error: Error) => void): this
    write(xml: string): this
    end(): Error | undefined
    /** Names come with the given prefixes, whatever the document calls them. */
    ns(prefixes: Record<string, string>): this
    parse(xml: string): Error | undefined
  }
}
