import { data } from 'react-router'

/** For addresses that match nothing. */
export function noSuchPage() {
  return data({ sentence: 'There is no page at this address.' }, { status: 404 })
}
