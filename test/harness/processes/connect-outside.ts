import { connect } from 'node:net'

/** Connects to an address reserved for examples, which no process of the site may do. */
connect(8080, '192.0.2.1').on('error', () => undefined)
