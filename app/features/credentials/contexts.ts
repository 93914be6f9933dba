import citizenship4 from './contexts/citizenship-v4rc1.json' with { type: 'json' }
import examples2 from './contexts/credentials-examples-v2.json' with { type: 'json' }
import credentials1 from './contexts/credentials-v1.json' with { type: 'json' }
import credentials2 from './contexts/credentials-v2.json' with { type: 'json' }
import integrity1 from './contexts/data-integrity-v1.json' with { type: 'json' }
import integrity2 from './contexts/data-integrity-v2.json' with { type: 'json' }
import ed25519 from './contexts/ed25519-2020-v1.json' with { type: 'json' }
import badges0 from './contexts/open-badges-3.0.0.json' with { type: 'json' }
import badges1 from './contexts/open-badges-3.0.1.json' with { type: 'json' }
import badges2 from './contexts/open-badges-3.0.2.json' with { type: 'json' }
import badges3 from './contexts/open-badges-3.0.3.json' with { type: 'json' }
import badgesMore from './contexts/open-badges-extensions.json' with { type: 'json' }

/** The contexts that a credential may name, by address. None is ever fetched; `contexts/README.md` has the sources. */

export const credentialsContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/2018/credentials/v1',
]

const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0'

export const openBadgesContext = `${openBadges}/context-3.0.3.json`

export const openBadgesContexts = [
  openBadgesContext,
  ...['context-3.0.2.json', 'context-3.0.1.json', 'context.json'].map((file) => `${openBadges}/${file}`),
]

export const contexts: ReadonlyMap<string, object> = new Map<string, object>([
  [credentialsContexts[0]!, credentials2],
  [credentialsContexts[1]!, credentials1],
  ['https://www.w3.org/ns/credentials/examples/v2', examples2],
  ['https://w3id.org/security/data-integrity/v1', integrity1],
  ['https://w3id.org/security/data-integrity/v2', integrity2],
  ['https://w3id.org/security/suites/ed25519-2020/v1', ed25519],
  [openBadgesContexts[0]!, badges3],
  [openBadgesContexts[1]!, badges2],
  [openBadgesContexts[2]!, badges1],
  [openBadgesContexts[3]!, badges0],
  [`${openBadges}/extensions.json`, badgesMore],
  ['https://w3id.org/citizenship/v4rc1', citizenship4],
])
