import { connect } from 'node:net'

/** Connects to an address reserved for examples, as no process of the site may. */
connect(8080, '192.0.2.1').on('error', () => undefined)
