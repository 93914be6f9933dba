import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/harness/http.ts'
import { unprivilegedUser, type User } from './unprivileged-user.ts'
import { openProxy } from '#test/faults/proxy.ts'
import { PatroniNode } from './node.ts'
import { findPostgres } from './programs.ts'

/** Three PostgreSQL servers under Patroni, etcd, and HAProxy in front, with the samples of `deploy/`. */

const names = ['db1', 'db2', 'db3']
const passwords = {
  superuser: 'sample-of-superuser',
  replication: 'sample-of-replication',
  rewind: 'sample-of-rewind',
  rest: 'sample-of-rest',
}
const maxStartMs = 120_000
const maxElectionMs = 90_000

export type Cluster = Awaited<ReturnType<typeof startCluster>>

interface ClusterFolder {
  folder: string
  user: User | undefined
}

export async function startCluster() {
  const own = makeFolder()
  const etcdPort = await freePort()
  const etcd = run(own, 'etcd', etcdArguments(own.folder, etcdPort, await freePort()))
  const nodes: PatroniNode[] = []
  for (const name of names) nodes.push(await prepareNode(own, name, etcdPort))
  const front = await startBalancer(own, nodes)
  // The first one initialises the cluster, and the others copy it.
  nodes[0]!.start()
  await until(
    () => nodes[0]!.isPrimary(),
    maxStartMs,
    () => nodes[0]!.log,
  )
  for (const node of nodes.slice(1)) node.start()
  const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(own.folder, 'database.crt'))}`
  const cluster = {
    nodes,
    /** Through HAProxy, encrypted. */
    url: `postgresql://postgres:${passwords.superuser}@localhost:${front.port}/postgres?${query}`,
    isWhole: () => isWhole(nodes),
    untilWhole: () =>
      until(
        () => isWhole(nodes),
        maxStartMs,
        () => describe(nodes),
      ),
    leader: () => findLeader(nodes),
    /** Waits for another primary than this one, and returns it. */
    async nextLeader(last: PatroniNode): Promise<PatroniNode> {
      const others = nodes.filter((node) => node !== last)
      await until(
        async () => (await findLeader(others)) !== undefined,
        maxElectionMs,
        () => describe(nodes),
        20,
      )
      return (await findLeader(others))!
    },
    async switchOver(from: PatroniNode): Promise<void> {
      const members = await listMembers(from)
      const candidate = members.find(({ role }) => role === 'sync_standby')?.name
      await postTo(from, '/switchover', { leader: from.name, candidate })
    },
    /** From etcd and the other machines; and, unless only from these, from its clients. */
    cutOff(node: PatroniNode, isForClientsToo: boolean): void {
      node.cutOff([
        'peers',
        'peerPatroni',
        'etcd',
        ...(isForClientsToo ? (['clients', 'checks'] as const) : []),
      ])
      // It could still ask them whether it may go on without etcd.
      for (const other of nodes) if (other !== node) other.cutOff(['peerPatroni'])
    },
    heal(): void {
      for (const node of nodes) node.heal()
    },
    freezeEtcd: () => etcd.kill('SIGSTOP'),
    wakeEtcd: () => etcd.kill('SIGCONT'),
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()))
      for (const child of [front.balancer, etcd]) await end(child)
      for (const { lines } of nodes) for (const line of Object.values(lines)) await line.close()
      rmSync(own.folder, { recursive: true, force: true })
    },
  }
  await cluster.untilWhole()
  return cluster
}

function makeFolder(): ClusterFolder {
  const folder = mkdtempSync('/tmp/patroni-')
  const user = unprivilegedUser()
  chmodSync(folder, 0o755)
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(folder, 'database.key'), '-out', join(folder, 'database.crt')],
  ])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`)
  chmodSync(join(folder, 'database.key'), 0o600)
  chmodSync(join(folder, 'database.crt'), 0o644)
  for (const path of [folder, join(folder, 'database.key')]) give(path, user)
  return { folder, user }
}

function give(path: string, user: User | undefined) {
  if (user) chownSync(path, user.uid, user.gid)
}

function run({ folder, user }: ClusterFolder, program: string, args: string[]): ChildProcess {
  const log = openSync(join(folder, `${program}.log`), 'a')
  return spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', log, log] })
}

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  return [
    ...['--name', 'etcd1', '--enable-v2=true', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `etcd1=${peer}`],
  ]
}

async function prepareNode(own: ClusterFolder, name: string, etcdPort: number): Promise<PatroniNode> {
  const folder = join(own.folder, name)
  mkdirSync(folder)
  give(folder, own.user)
  const [port, restPort] = [await freePort(), await freePort()]
  const lines = {
    clients: await openProxy({ port }),
    checks: await openProxy({ port: restPort }),
    peers: await openProxy({ port }),
    peerPatroni: await openProxy({ port: restPort }),
    etcd: await openProxy({ port: etcdPort }),
  }
  const sample = readFileSync('deploy/patroni.yml', 'utf8')
  const settings = change(sample, [
    [/^name: db1$/m, `name: ${name}`],
    [/0\.0\.0\.0:8008/, `127.0.0.1:${restPort}`],
    [/db1\.example\.org:8008/, `127.0.0.1:${lines.peerPatroni.port}`],
    // By name, etcd would tell Patroni its own address, past the line that is cut.
    [/^ {2}hosts: .*$/m, `  hosts: [127.0.0.1:${lines.etcd.port}]\n  use_proxies: true`],
    [/0\.0\.0\.0:5432/, `127.0.0.1:${port}`],
    [/db1\.example\.org:5432/, `127.0.0.1:${lines.peers.port}`],
    [/^ {2}data_dir: .*$/m, `  data_dir: ${folder}/data`],
    [/^ {2}bin_dir: .*$/m, `  bin_dir: ${findPostgres()}`],
    [/^ {2}pgpass: .*$/m, `  pgpass: ${folder}/pgpass`],
    [/\/var\/run\/postgresql/, folder],
    [/\/etc\/iaps\//g, `${own.folder}/`],
    [/change-me-(\w+)/g, (_, whose) => passwords[whose as keyof typeof passwords]],
  ])
  writeFileSync(join(folder, 'patroni.yml'), settings, { mode: 0o600 })
  give(join(folder, 'patroni.yml'), own.user)
  return new PatroniNode({ name, folder, restPort, lines, user: own.user })
}

async function startBalancer(own: ClusterFolder, nodes: PatroniNode[]) {
  const [port, readPort] = [await freePort(), await freePort()]
  const sample = readFileSync('deploy/haproxy.cfg', 'utf8')
  const settings = change(sample, [
    [/127\.0\.0\.1:5000/, `127.0.0.1:${port}`],
    [/127\.0\.0\.1:5001/, `127.0.0.1:${readPort}`],
    [
      /server (db\d) db\d\.example\.org:5432 check port 8008/g,
      (_, name) => {
        const { lines } = nodes.find((node) => node.name === name)!
        return `server ${name} 127.0.0.1:${lines.clients.port} check port ${lines.checks.port}`
      },
    ],
  ])
  const file = join(own.folder, 'haproxy.cfg')
  writeFileSync(file, settings)
  const balancer = run(own, 'haproxy', ['-db', '-f', file])
  return { balancer, port }
}

type Change = [pattern: RegExp, by: string | ((...found: string[]) => string)]

function change(sample: string, changes: Change[]): string {
  return changes.reduce((text, [pattern, by]) => {
    if (!pattern.test(text)) throw new Error(`The sample has nothing like ${pattern}`)
    pattern.lastIndex = 0
    return text.replace(pattern, by as string)
  }, sample)
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number | 'unknown'
}

async function listMembers(node: PatroniNode): Promise<Member[]> {
  const answer = await node.ask('/cluster')
  return answer ? (JSON.parse(answer.text) as { members: Member[] }).members : []
}

async function findLeader(nodes: PatroniNode[]): Promise<PatroniNode | undefined> {
  const answers = await Promise.all(nodes.map((node) => node.isPrimary()))
  return nodes.find((_, i) => answers[i])
}

/** Whether there is one primary, everyone else follows it, and one of them has everything that is acknowledged. */
async function isWhole(nodes: PatroniNode[]): Promise<boolean> {
  const leader = await findLeader(nodes)
  const members = leader ? await listMembers(leader) : []
  const following = members.filter(
    ({ role, state, lag }) => role !== 'leader' && /running|streaming/.test(state) && lag === 0,
  )
  return following.length === nodes.length - 1 && members.some(({ role }) => role === 'sync_standby')
}

async function describe(nodes: PatroniNode[]): Promise<string> {
  const answers = await Promise.all(nodes.map(async (node) => (await node.ask('/cluster'))?.text))
  return [...answers, ...nodes.map(({ name, log }) => `${name}:\n${log.slice(-3000)}`)].join('\n')
}

async function postTo(node: PatroniNode, path: string, body: object) {
  const { port } = node.lines.checks
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`patroni:${passwords.rest}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`Patroni refused ${path}: ${answer.status} ${await answer.text()}`)
}

async function until(
  isSo: () => Promise<boolean>,
  maxMs: number,
  explain: () => string | Promise<string>,
  everyMs = 200,
) {
  for (const started = performance.now(); !(await isSo());) {
    if (performance.now() - started > maxMs) throw new Error(`It took too long. ${await explain()}`)
    await sleep(everyMs)
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await ended
}
