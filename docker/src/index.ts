/**
 * What runs in containers, and what their images are made of. Everything but these paths, and the source
 * of the counter of tests, is data.
 *
 * @module @refbench/docker
 */

import { fileURLToPath } from 'node:url';

/** The path of a file or folder of this package. Valid from the sources and from the build. */
function place(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

/** `images.yaml` with the definitions of the base images, the locks of their tools, their packages. */
export const IMAGES_FOLDER: string = place('images');

/** Scripts that run while an image is built. They are mounted at /refbench/steps. */
export const BUILD_FOLDER: string = place('build');

/** One folder per version, with programs that the scripts of recipes call. */
export const RECIPES_FOLDER: string = place('recipes');

/** One folder per version, with the program that counts tests and the scripts that call it. */
export const COUNTER_FOLDER: string = place('counter');

/** The version of the counter that new recipes name. */
export const COUNTER_VERSION = 6;

export type { ReportFormat } from './counter/formats.ts';

/** One folder per tool that measures which lines a suite executes. */
export const COVERAGE_FOLDER: string = place('coverage');

/** Programs of a container in which a suite runs. They are mounted at /opt/refbench. */
export const GRADE_PROGRAMS: string = place('grade');

/** Programs of a container in which an agent runs. They are mounted at /opt/refbench. */
export const AGENT_PROGRAMS: string = place('agent');

/** Programs and settings of a container with a package door. They are mounted at /opt/packages. */
export const PACKAGE_PROGRAMS: string = place('packages');

/** The system calls that agents and suites may use. */
export const SECCOMP_FILE: string = place('seccomp.json');
