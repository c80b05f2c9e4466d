import type { EngineApi } from './engine-api.ts';

const TIMEOUT_MS = 60_000;

/** Creates a volume. @param driverOpts options of mount(8); without them, the volume is a folder */
export async function createVolume(
  api: EngineApi,
  name: string,
  labels: Readonly<Record<string, string>>,
  driverOpts?: Readonly<Record<string, string>>,
): Promise<void> {
  const body = {
    Name: name,
    Driver: 'local',
    Labels: labels,
    ...(driverOpts === undefined ? {} : { DriverOpts: driverOpts }),
  };
  await api.text({ method: 'POST', path: '/volumes/create', body, timeoutMs: TIMEOUT_MS });
}
