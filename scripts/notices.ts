import { readFileSync } from 'node:fs'
import { noticeOf, productionPackages, type LockedPackage } from './packages.ts'

/** Prints the licences of the packages in a running site. */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
console.log(productionPackages(packages).map(noticeOf).join('\n'))
