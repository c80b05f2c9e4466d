import { resolve } from 'node:path';
import type { Command } from 'commander';
import { lockImage, openRegistry, pushEnvironment } from '@refbench/env-builder';
import { openInstanceRepository } from '@refbench/instances';
import { forEachInstance } from '../../actions/each-instance.ts';
import { addRegistryOptions, patternsOf, type RegistryOptions } from './registry-options.ts';

export function addImagesPushCommand(images: Command): void {
  const command = images
    .command('push')
    .description(
      'push the images of instances with their leak reports, so that a team builds once',
    );
  addRegistryOptions(command).action(
    async (patterns: readonly string[], options: RegistryOptions) => {
      const registry = await openRegistry(options.registry);
      await forEachInstance(patternsOf(patterns), options, async (session) => {
        const { engine, entry, build, signal, onProgress } = session;
        await using repository = await openInstanceRepository(session);
        const { instance, dir } = entry;
        const pushed = await pushEnvironment(
          {
            engine,
            instance,
            instanceDir: dir,
            repository,
            options: { ...build, signal, onProgress },
          },
          registry,
        );
        await lockImage(resolve(options.lock), pushed);
        process.stdout.write(`${options.json ? JSON.stringify(pushed) : pushed.image}\n`);
      });
      process.stderr.write(`wrote ${options.lock}; keep it with your workspace\n`);
    },
  );
}
