import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { instanceSchema, type Instance } from '@refbench/contracts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'refbench env '));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Two certificates that nobody trusts; their keys were never kept. */
export const TEST_CERTIFICATES = [
  `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUW2eURzuesRlLvsY7DE++Em+s4qYwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUUmVmQmVuY2ggdGVzdCBDQSBPbmUwIBcNMjYxMTIxMTIwMDE1
WhgPMjEyNjEwMjgxMjAwMTVaMB8xHTAbBgNVBAMMFFJlZkJlbmNoIHRlc3QgQ0Eg
T25lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEU5nQyBTFu8x9eZ6lrQ2YIBkN
0g74eaYWH7v2CrBKz2VaUu41Q/f7JOXngmjdKrYsOWVwdw6QWwlbjJcSABB30KNT
MFEwHQYDVR0OBBYEFN2oxt9rLoTOliwMVRWqpB/SC2u7MB8GA1UdIwQYMBaAFN2o
xt9rLoTOliwMVRWqpB/SC2u7MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SAAwRQIhAMGnLef5zBvFQmUfL8MJEUQmBmtoT0/OcTZlGICEQxBzAiB5wigHh59u
XP7gKO+3hTfq3XXYy7htKUwSoBDWSfglWQ==
-----END CERTIFICATE-----
`,
  `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUVK+t68DsPhjORM1p43NqGMi+luwwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUUmVmQmVuY2ggdGVzdCBDQSBUd28wIBcNMjYxMTIxMTIwMDE1
WhgPMjEyNjEwMjgxMjAwMTVaMB8xHTAbBgNVBAMMFFJlZkJlbmNoIHRlc3QgQ0Eg
VHdvMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9RaYzrbpqskZ8PFyXc6Ol2zr
+BoPqeTfRSWGUUn/+JxG9Gh2qdBxurpBMTba57+dLkQAd9BQAKAlZ39uPie7LKNT
MFEwHQYDVR0OBBYEFOESnftbefNrNLozGy/JIh6tmjllMB8GA1UdIwQYMBaAFOES
nftbefNrNLozGy/JIh6tmjllMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
SQAwRgIhAKPxuP+d/XFZoI6syOgI8V9ai+Umj+XuArg9/yeLtPdOAiEAqyPK7Xp/
h7ej10YfCtMC62TAjHrgvPVoAbR1kl2uNQM=
-----END CERTIFICATE-----
`,
] as const;

export interface InstanceFixture {
  readonly base?: string;
  readonly golden?: string;
  readonly base_image?: string;
  readonly manifests?: readonly string[];
  readonly category?: string;
  /** Files of `environment/`; those that are there and not named stay. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Writes instance.yaml (JSON is YAML) and the scripts of an instance. */
export async function writeInstance(
  directory: string,
  fixture: InstanceFixture,
): Promise<Instance> {
  const base = fixture.base ?? '1'.repeat(40);
  const instance = {
    schema: 1,
    id: `refbench__fixture-${base.slice(0, 8)}`,
    repository: { name: 'refbench/fixture', path: 'repository' },
    base,
    golden: fixture.golden ?? '2'.repeat(40),
    language: 'javascript',
    category: fixture.category ?? 'rename',
    licence: 'MIT',
    provenance: 'made for a test',
    environment: {
      base_image: fixture.base_image ?? 'debian',
      manifests: fixture.manifests ?? [],
    },
  };
  await mkdir(join(directory, 'environment'), { recursive: true });
  await writeFile(join(directory, 'instance.yaml'), JSON.stringify(instance));
  for (const [name, text] of Object.entries(fixture.scripts ?? {})) {
    await writeFile(join(directory, 'environment', name), text);
  }
  return instanceSchema.parse(instance);
}

/** A commit's files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** Makes `repository/` of an instance with two commits; gives their ids. */
export async function writeRepository(
  directory: string,
  commits: { readonly base: Files; readonly golden: Files },
): Promise<{ readonly base: string; readonly golden: string }> {
  const folder = join(directory, 'repository');
  await mkdir(folder, { recursive: true });
  git(folder, ['init', '--quiet', '--initial-branch=main']);
  const commit = async (files: Files): Promise<string> => {
    git(folder, ['rm', '-r', '--quiet', '--ignore-unmatch', '.']);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    git(folder, ['add', '--all']);
    git(folder, ['commit', '--quiet', '--allow-empty', '--message=commit']);
    return git(folder, ['rev-parse', 'HEAD']).trim();
  };
  return { base: await commit(commits.base), golden: await commit(commits.golden) };
}

/** The user's own git, apart from the user's settings. */
export function git(folder: string, args: readonly string[]): string {
  return execFileSync('git', [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
      GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
    },
  });
}
