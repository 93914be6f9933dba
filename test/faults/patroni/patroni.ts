import { setTimeout as sleep } from 'node:timers/promises'
import { openFaultSite } from '#test/faults/fault-site.ts'
import { runThroughFaults, type InjectedFault } from '#test/faults/run-through-faults.ts'
import { startCluster, type Cluster } from './cluster.ts'
import type { PatroniNode } from './node.ts'

/**
 * L1: the primary of a cluster under Patroni is killed, replaced on purpose, stands still or is cut off. From the moment
 * at which there is another one, the site may take two seconds.
 */

const maxRecoveryMs = 2000

/** Longer than the primary may be silent before it is replaced. */
const etcdAwayMs = 30_000

interface ClusterCampaign {
  only: string[] | 'all'
  isTimed: boolean
}

export async function breakCluster({ only, isTimed }: ClusterCampaign, print?: (line: string) => void) {
  const cluster = await startCluster()
  try {
    const testSite = await openFaultSite({ postgresUrl: cluster.url })
    try {
      const all = Object.entries(faultsOf(cluster, print))
      const chosen = all.filter(([name]) => only === 'all' || only.includes(name))
      const faults = Object.fromEntries(chosen)
      const most = isTimed ? maxRecoveryMs : 30_000
      return await runThroughFaults(testSite, faults, { isTimed, print, maxRecoveryMs: most })
    } finally {
      await testSite.close()
    }
  } finally {
    await cluster.stop()
  }
}

/** Each leaves another primary behind, and a machine that returns while the next one is prepared. */
function faultsOf(cluster: Cluster, print?: (line: string) => void): Record<string, InjectedFault> {
  /** Does something to the primary, waits for the next one, and says how long there was none. */
  const lose = async (go: (primary: PatroniNode) => unknown) => {
    const primary = (await cluster.leader())!
    const started = performance.now()
    await go(primary)
    const next = await cluster.nextLeader(primary)
    print?.(`  ${next.name} replaced ${primary.name} after ${Math.round(performance.now() - started)} ms`)
    return primary
  }
  /** A cluster that does not recover is a fault too, and what is stored is compared all the same. */
  const untilWhole = () =>
    cluster.untilWhole().then(
      () => undefined,
      (error: Error) => [error.message.slice(0, 1000)],
    )
  let lost: PatroniNode
  const back = (how: (node: PatroniNode) => unknown) => async () => {
    await how(lost)
    return untilWhole()
  }
  return {
    'primary killed': async () => void (lost = await lose((primary) => primary.kill())),
    'killed one returns': back((node) => node.start()),
    'switched over': async () => {
      await lose((primary) => cluster.switchOver(primary))
      return untilWhole()
    },
    'primary stands still': async () => void (lost = await lose((primary) => primary.freeze())),
    'still one wakes up': back((node) => node.wake()),
    'Patroni of the primary stands still': async () =>
      void (lost = await lose((primary) => primary.signalPatroni('SIGSTOP'))),
    'its Patroni wakes up': back((node) => node.signalPatroni('SIGCONT')),
    'primary cut off': async () => void (lost = await lose((primary) => cluster.cutOff(primary, true))),
    'cut off one returns': back(() => cluster.heal()),
    // The site still reaches it, and it believes that it may go on.
    'primary cut off from etcd and the other machines': async () =>
      void (lost = await lose((primary) => cluster.cutOff(primary, false))),
    'it returns': back(() => cluster.heal()),
    'etcd away': async () => {
      cluster.freezeEtcd()
      await sleep(etcdAwayMs)
      cluster.wakeEtcd()
    },
  }
}
