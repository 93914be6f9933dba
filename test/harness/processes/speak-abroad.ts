import { connect } from 'node:net'

/** Speaks to an address that is kept for examples, as no process of the site may. */
connect(8080, '192.0.2.1').on('error', () => undefined)
