import { idResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { removeContainer } from '../api/remove.ts';
import { labelsOf } from '../security-profile/labels.ts';
import type { StateFolder } from './state-folder.ts';

const TIMEOUT_MS = 60_000;

/** Creates a container that never starts. The archive API reads and writes its files. */
export async function withProbeContainer<T>(
  api: EngineApi,
  {
    imageId,
    labels,
    hostConfig,
  }: {
    readonly imageId: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly hostConfig: object;
  },
  use: (id: string) => Promise<T>,
): Promise<T> {
  const { Id } = await api.json(
    {
      method: 'POST',
      path: '/containers/create',
      body: {
        Image: imageId,
        Entrypoint: ['true'],
        Labels: labels,
        NetworkDisabled: true,
        HostConfig: { NetworkMode: 'none', ...hostConfig },
      },
      timeoutMs: TIMEOUT_MS,
    },
    idResponse,
  );
  try {
    return await use(Id);
  } finally {
    await removeContainer(api, Id);
  }
}

export async function probeLabels(state: StateFolder): Promise<Record<string, string>> {
  return labelsOf({ run: '', instance: '', attempt: '', phase: 'probe' }, await state.id());
}
