import { fileURLToPath } from 'node:url';

/** The folder with `forward.mjs`, which is mounted read-only into the container of an agent. */
export const FORWARDER_FOLDER: string = fileURLToPath(new URL('../container/', import.meta.url));
