import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, digestSchema } from '@refbench/contracts';
import { openRepository } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import {
  temporaryFolder,
  writeInstance,
  writeRepository,
  type TemporaryFolder,
} from '@refbench/test-helpers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveBuildNetwork } from '../builds/build-network.ts';
import type { EnvironmentRequest } from '../environments/build-environment-image.ts';
import { checkLeaks } from '../environments/environment.ts';
import { readImageDefinitions } from '../images/image-definitions.ts';
import { environmentNames } from './environment-names.ts';
import { makeEvidenceImage, readEvidenceImage, type ImageEvidence } from './image-evidence.ts';
import { lockImage, readImageLock } from './image-lock.ts';
import { pullEnvironment } from './pull-environment.ts';
import { pushEnvironment, type PushedEnvironment } from './push-environment.ts';
import { openRegistry, pushAs, type Registry } from './registry.ts';
import {
  freePort,
  isRegistryInstalled,
  LOGIN,
  startRegistry,
  type TestRegistry,
} from './registry.testkit.ts';

type Forgery = Pick<ImageEvidence, 'image' | 'manifest' | 'leaks'>;

const GOLDEN_LINE = 'export const golden = "a line that only the golden commit has";';

describe.skipIf(!isRegistryInstalled())(
  "a registry (skipped without Debian's docker-registry)",
  () => {
    let folder: TemporaryFolder;
    let engine: Engine;
    let server: TestRegistry;
    let registry: Registry;
    let request: EnvironmentRequest;
    let pushed: PushedEnvironment;
    let evidence: ImageEvidence;
    let forgeries: Readonly<Record<'other' | 'labelled' | 'leaking', Forgery>>;
    const opened: AsyncDisposable[] = [];

    beforeAll(async () => {
      folder = await temporaryFolder();
      engine = await connectEngine({ stateDir: folder.path });
      server = await startRegistry();
      registry = await openRegistry(`${server.host}/some/place`, await loggedIn(server.host));
      request = await requestIn(folder.path);
      pushed = await pushEnvironment(request, registry);
      await engine.pullImage(pushed.evidence, registry.auth);
      const read = await readEvidenceImage(engine, pushed.evidence);
      await engine.removeImage(pushed.evidence);
      if (read === undefined) throw new Error('there is no evidence');
      evidence = read;
      forgeries = {
        other: await forgedImage('true'),
        labelled: await forgedImage('true', ['LABEL refbench.environment=other']),
        leaking: await forgedImage(`echo '${GOLDEN_LINE}' >/home/bench/notes`),
      };
    });

    afterAll(async () => {
      await forget();
      for (const one of opened) await one[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    });

    /** The environment of docker's configuration after a login. */
    async function loggedIn(host: string): Promise<NodeJS.ProcessEnv> {
      const auth = Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64');
      await writeFile(
        join(folder.path, 'config.json'),
        JSON.stringify({ auths: { [host]: { auth } } }),
      );
      return { DOCKER_CONFIG: folder.path };
    }

    async function requestIn(instanceDir: string): Promise<EnvironmentRequest> {
      const commits = await writeRepository(instanceDir, {
        base: { 'a.js': 'export const base = 1;\n' },
        golden: { 'a.js': `${GOLDEN_LINE}\n` },
      });
      const instance = await writeInstance(instanceDir, {
        ...commits,
        scripts: { 'setup_shell.sh': `: for the registry of ${server.host}\n` },
      });
      const repository = await openRepository({
        repository: instance.repository,
        instanceDir,
        ...commits,
        cacheDir: join(folder.path, 'repositories'),
      });
      opened.push(repository);
      const options = {
        stateDir: folder.path,
        definitions: await readImageDefinitions(),
        network: await resolveBuildNetwork(),
      };
      return { engine, instance, instanceDir, repository, options };
    }

    /** Removes every image of this environment, as on a host that never had it. */
    async function forget(): Promise<void> {
      for (const { tags, id } of await ours()) {
        for (const reference of tags.length === 0 ? [id] : tags)
          await engine.removeImage(reference);
      }
    }

    async function ours(): ReturnType<Engine['listImages']> {
      return await engine.listImages(`refbench.environment=${evidence.environment}`);
    }

    /** Puts other evidence in the place of the true one. */
    async function forge(change: Partial<ImageEvidence>): Promise<void> {
      const { evidence: reference } = environmentNames(registry, evidence.instance, evidence);
      const id = await makeEvidenceImage(engine, { ...evidence, ...change }, reference);
      await pushAs(engine, id, reference, registry);
    }

    /** Builds an image on the environment, and pushes it to its repository. */
    async function forgedImage(command: string, changes: readonly string[] = []): Promise<Forgery> {
      await using created = await engine.createContainer({
        profile: 'build',
        image: evidence.image,
        command: ['/bin/sh', '-c', command],
        env: {},
        workingDir: '/',
        limits: DEFAULT_LIMITS.build,
        mounts: [],
        writable: [],
        labels: { run: 'env', instance: 'check', attempt: '0', phase: 'check' },
      });
      await using running = await created.start();
      await using stopped = await running.ended;
      const target = `${registry.prefix}/${evidence.instance}:forged`;
      const id = digestSchema.parse(await stopped.commit(target, [...changes, 'USER bench']));
      const manifest = digestSchema.parse(await pushAs(engine, id, target, registry));
      return { image: id, manifest, leaks: { ...evidence.leaks, image: id } };
    }

    it('gives others the image of the lock file, after the leak gate has searched it again', async () => {
      const path = join(folder.path, 'images.lock.json');
      await lockImage(path, pushed);
      const lock = await readImageLock(path);
      const before = (await engine.inspectImage(evidence.image))?.layers;
      await forget();
      expect(await ours()).toEqual([]);
      // Whatever the tags say, the lock file decides.
      await forge({ recipe: evidence.environment });
      const said: string[] = [];
      const options = { ...request.options, onProgress: (line: string) => void said.push(line) };
      const pulled = await pullEnvironment({ ...request, options }, registry, lock);
      expect(pulled).toMatchObject({ state: 'pulled', image: evidence.image });
      expect(pulled.recipe).toBe(pushed.recipe);
      expect(said).toContain('searching the image for traces of the golden commit');
      expect((await engine.inspectImage(pulled.image))?.layers).toEqual(before);
      expect((await engine.builtImages()).has(pulled.image)).toBe(true);
      // Runs find it under its own name, and nothing builds.
      const { environment } = await checkLeaks(request);
      expect(environment).toMatchObject({ built: false, imageId: evidence.image });
      const named = await engine.inspectImage(environment.reference);
      expect(named?.tags).toEqual([environment.reference]);
      expect(await pullEnvironment(request, registry, lock)).toMatchObject({ state: 'present' });
      await forget();
      const other = { schema: 1, images: {} } as const;
      await expect(pullEnvironment(request, registry, other)).rejects.toMatchObject({
        kind: 'image',
        message: expect.stringContaining('the lock file has no image') as string,
      });
    });

    /** Expects that what the tags lead to is refused, and that nothing of it stays. */
    async function expectRefusal(forged: Partial<ImageEvidence>, expected: RegExp): Promise<void> {
      await forge(forged);
      await expect(pullEnvironment(request, registry, undefined)).rejects.toMatchObject({
        kind: 'image',
        message: expect.stringMatching(expected) as string,
      });
      expect(await ours()).toEqual([]);
    }

    it('refuses evidence that is not about this image of this instance', async () => {
      const { leaks, environment, base } = evidence;
      const other = evidence.instance.replace('fixture', 'other');
      await expectRefusal({ recipe: environment }, /it is of another recipe/);
      await expectRefusal({ instance: other }, /it is of instance refbench__other/);
      await expectRefusal(
        { leaks: { ...leaks, instance: other } },
        /leak report is about refbench__o/,
      );
      await expectRefusal({ leaks: { ...leaks, image: base.image } }, /is about another image/);
      await expectRefusal({ leaks: { ...leaks, clean: false } }, /its leak report lists leaks/);
    });

    it('refuses and removes an image that is not what its evidence says', async () => {
      const { other, labelled, leaking } = forgeries;
      await expectRefusal({ manifest: other.manifest }, /its id is not that of its leak report/);
      await expectRefusal(labelled, /its label names another environment/);
      await expectRefusal(
        leaking,
        /the pulled image leaks .*, and was removed; .*home\/bench\/notes/,
      );
    });

    it('says what is wrong with a registry, a login and a prefix', async () => {
      await forget();
      await expect(openRegistry('only-a-host')).rejects.toMatchObject({ kind: 'usage' });
      const closed = await openRegistry(`127.0.0.1:${await freePort()}/place`, {});
      await expect(pullEnvironment(request, closed, undefined)).rejects.toMatchObject({
        kind: 'image',
        message: expect.stringContaining('connection refused') as string,
      });
      const stranger = { ...registry, auth: undefined };
      await expect(pullEnvironment(request, stranger, undefined)).rejects.toThrow(
        /unauthorized|no basic auth|authentication required/i,
      );
    });
  },
);
