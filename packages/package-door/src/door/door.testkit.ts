import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { packageRequestSchema, type Instance, type PackageRequest } from '@refbench/contracts';
import { readJournal } from '@refbench/base';
import { openRepository } from '@refbench/repos';
import {
  temporaryFolder,
  writeInstance,
  writeRepository,
  type Files,
} from '@refbench/test-helpers';
import type { UpstreamLimits } from '../upstream/upstream.ts';
import { cutoffOf, PackageService, type OpenDoor } from './package-service.ts';
import type { FakeRegistries } from './registries.testkit.ts';

/** What a client got. */
export interface Got {
  readonly status: number;
  readonly phrase: string;
  readonly text: string;
}

/** A door with real sockets, before registries of this machine. */
export interface TestDoor extends AsyncDisposable {
  readonly stateDir: string;
  readonly door: OpenDoor;
  get(path: string, options?: { readonly method?: string; readonly accept?: string }): Promise<Got>;
  /** Opens the door of another container on the same state folder. */
  openAnother(): Promise<OpenDoor>;
  /** Closes the door and returns packages.jsonl. */
  log(): Promise<readonly PackageRequest[]>;
}

const BASE_CODE = 'export function total(left, right) { return left + right; }\n';
/** Lines that only golden has, long enough to be evidence. */
export const GOLDEN_CODE: string = Array.from(
  { length: 8 },
  (_, index) => `export const pairOfNumbers${index} = makePairOfNumbers(left, right, ${index});\n`,
).join('');

const PROJECT: { readonly base: Files; readonly golden: Files } = {
  base: {
    'package.json': JSON.stringify({
      name: 'own-project',
      version: '1.0.0',
      dependencies: { 'left-pad': '1' },
    }),
    'src/total.js': BASE_CODE,
  },
  golden: {
    'package.json': JSON.stringify({
      name: 'own-project',
      version: '1.0.0',
      dependencies: { 'left-pad': '1' },
    }),
    'src/total.js': GOLDEN_CODE,
  },
};

export async function openTestDoor(
  registries: FakeRegistries,
  limits: Partial<UpstreamLimits> = {},
): Promise<TestDoor> {
  const folder = await temporaryFolder('door-');
  const commits = await writeRepository(folder.path, PROJECT);
  const instance: Instance = await writeInstance(folder.path, {
    ...commits,
    manifests: ['package.json'],
  });
  const stateDir = join(folder.path, 'state');
  const repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(stateDir, 'repositories'),
  });
  const { origin } = registries;
  const service = await PackageService.open(stateDir, {
    addresses: {
      npm: `${origin}/npm`,
      python: `${origin}/simple`,
      cargo: `${origin}/cargo`,
      go: `${origin}/go`,
      maven: `${origin}/maven`,
    },
    env: {},
    certificates: [],
    limits,
  });
  const logFile = join(folder.path, 'packages.jsonl');
  const cutoff = await cutoffOf(instance, repository);
  const door = await service.openDoor({ instance, repository, logFile, cutoff });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await door[Symbol.asyncDispose]();
    closed = true;
  };
  return {
    stateDir,
    door,
    openAnother: () => service.openDoor({ instance, repository, logFile: undefined, cutoff }),
    get: (path, options) => get(door.socketDir, path, options),
    async log() {
      await close();
      return (await readJournal(logFile, packageRequestSchema)).events;
    },
    async [Symbol.asyncDispose]() {
      await close();
      await service[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Sends a request to a socket as it is, without any change of the path. */
export async function get(
  socketDir: string,
  path: string,
  options: { readonly method?: string; readonly accept?: string } = {},
): Promise<Got> {
  const { method = 'GET', accept = '*/*' } = options;
  return await new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: join(socketDir, 'gw.sock'), path, method, headers: { accept } },
      (response) => {
        buffer(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              phrase: response.statusMessage ?? '',
              text: bytes.toString('latin1'),
            }),
          reject,
        );
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}
