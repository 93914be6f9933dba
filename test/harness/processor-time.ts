/**
 * The milliseconds of processor time that this process spends on the work: the same on a busy machine as on a quiet
 * one.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
