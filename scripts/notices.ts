import { readFileSync } from 'node:fs'
import { noticeOf, productionPackages, type LockedPackage } from './packages.ts'

/** Prints whose work a running site contains, with the words of each licence. */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
console.log(productionPackages(packages).map(noticeOf).join('\n'))
