declare module '*?inline-script' {
  const script: string
  export default script
}

declare module '*?script-file' {
  const file: { href: string; integrity: string; text: string }
  export default file
}
