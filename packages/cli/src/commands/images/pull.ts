import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openRegistry, pullEnvironment, readImageLock } from '@refbench/env-builder';
import { openInstanceRepository } from '@refbench/instances';
import { forEachInstance } from '../../actions/each-instance.ts';
import { addRegistryOptions, patternsOf, type RegistryOptions } from './registry-options.ts';

export function addImagesPullCommand(images: Command): void {
  const command = images
    .command('pull')
    .description('pull the images of instances, verify them, and search them for leaks');
  addRegistryOptions(command).action(
    async (patterns: readonly string[], options: RegistryOptions) => {
      const registry = await openRegistry(options.registry);
      const lock = await readImageLock(resolve(options.lock));
      if (lock === undefined) {
        process.stderr.write(`${options.lock} does not exist, so the tags of the registry count\n`);
      }
      await forEachInstance(patternsOf(patterns), options, async (session) => {
        const { engine, entry, build, signal, onProgress } = session;
        await using repository = await openInstanceRepository(session);
        const { instance, dir } = entry;
        const { leaks, ...pulled } = await pullEnvironment(
          {
            engine,
            instance,
            instanceDir: dir,
            repository,
            options: { ...build, signal, onProgress },
          },
          registry,
          lock,
        );
        const output = { ...pulled, searched_files: leaks.searched.files };
        const text = `${pulled.instance}  ${pulled.state}  ${pulled.image}`;
        process.stdout.write(`${options.json ? JSON.stringify(output) : text}\n`);
      });
    },
  );
}
