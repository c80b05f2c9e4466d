import { versionAnswer } from '../api/answers.ts';
import { EngineApi } from '../api/engine-api.ts';
import { placeInputs, places, type Place } from './places.ts';

/** What one place answered. */
export interface FoundSocket {
  /** Who named the place, e.g. `DOCKER_HOST` or `Podman`. */
  readonly source: string;
  readonly host: string;
  readonly state:
    | { readonly kind: 'answers'; readonly version: string }
    | { readonly kind: 'silent'; readonly reason: string };
}

/** A socket that accepts and never answers costs this much, whatever the number of places. */
const ANSWER_MS = 5_000;

/** Asks every place at once, in the order in which `connectEngine` prefers them. */
export async function findSockets(
  options: { readonly host?: string } = {},
): Promise<readonly FoundSocket[]> {
  return await askPlaces(await places(placeInputs(options.host)));
}

export async function askPlaces(
  all: readonly Place[],
  answerMs: number = ANSWER_MS,
): Promise<readonly FoundSocket[]> {
  return await Promise.all(
    all.map(async (place): Promise<FoundSocket> => {
      const { source, host } = place;
      return { source, host, state: await ask(place, answerMs) };
    }),
  );
}

async function ask(place: Place, answerMs: number): Promise<FoundSocket['state']> {
  try {
    const answer = await new EngineApi(place.address).json(
      { method: 'GET', path: '/version', timeoutMs: answerMs },
      versionAnswer,
    );
    return { kind: 'answers', version: answer.Version };
  } catch (error) {
    return { kind: 'silent', reason: error instanceof Error ? error.message : String(error) };
  }
}
