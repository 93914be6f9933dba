/** What to do with a photograph that a phone has saved in a format we do not accept. */
export const heicAdvice =
  'Save it as JPEG and send that. On an iPhone, choose Settings, Camera, Formats, Most Compatible; pictures taken from then on are JPEG.'
