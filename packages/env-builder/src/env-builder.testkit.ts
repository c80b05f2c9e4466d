import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
