import { once } from 'node:events';
import { waitResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { parseJson } from '@refbench/base';
import type { WaitResult } from './decide-end.ts';

/**
 * Waits for the exit of a container. Resolves when the engine has accepted the request (it sends
 * its headers then), so that an exit after a later start is not missed. `result` never rejects.
 */
export async function openWait(
  api: EngineApi,
  id: string,
  condition: 'next-exit' | 'not-running',
): Promise<{ readonly result: Promise<WaitResult>; readonly cancel: () => void }> {
  const stream = await api.stream({
    method: 'POST',
    path: `/containers/${id}/wait`,
    query: { condition },
    timeoutMs: undefined,
  });
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const result = once(stream, 'close').then(
    () => readAnswer(text),
    (error: unknown): WaitResult => ({ kind: 'lost', detail: String(error) }),
  );
  return { result, cancel: () => stream.destroy() };
}

function readAnswer(text: string): WaitResult {
  const answer = parseJson(text, waitResponse);
  if (answer.kind === 'invalid') {
    return { kind: 'lost', detail: 'the engine closed the connection while the container ran' };
  }
  const { StatusCode, Error: failure } = answer.value;
  if (failure !== null && failure !== undefined) return { kind: 'lost', detail: failure.Message };
  return { kind: 'exited', exitCode: StatusCode };
}
