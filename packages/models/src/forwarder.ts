import { fileURLToPath } from 'node:url';

/** Holds `forward.mjs`; mounted read-only into an agent's container. */
export const FORWARDER_FOLDER: string = fileURLToPath(new URL('../container/', import.meta.url));
