import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { clientAddress, networkOf, shortened } from './client-address.server.ts'

const ours = new BlockList()
ours.addSubnet('10.0.0.0', 8)
ours.addAddress('127.0.0.1')
ours.addSubnet('fd00::', 8, 'ipv6')

test.for([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:102:304', '1.2.3.4'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::2', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['x', 'unknown'],
  ['', 'unknown'],
] as const)('%s belongs to %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network)
})

test.for([
  ['nobody in front', '9.9.9.9', undefined, '9.9.9.9'],
  ['a forged header', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
  ['one proxy of ours', '127.0.0.1', '5.5.5.5', '5.5.5.5'],
  ['a proxy that is written as IPv6', '::ffff:127.0.0.1', '5.5.5.5', '5.5.5.5'],
  ['two proxies of ours behind a forged part', '127.0.0.1', '6.6.6.6, 5.5.5.5, 10.0.0.2', '5.5.5.5'],
  ['an IPv6 visitor', 'fd00::1', '2001:DB8::1', '2001:db8::1'],
  ['a part that is no address', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
  ['an empty header', '127.0.0.1', '', '127.0.0.1'],
  ['only proxies of ours', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
] as const)('%s: the visitor is found', ([, peer, header, visitor]) => {
  expect(clientAddress(peer, header, ours)).toBe(visitor)
})

test.for([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['', 'unknown'],
] as const)('%s is logged as %s', ([address, network]) => {
  expect(shortened(address)).toBe(network)
})
