import { fileURLToPath } from 'node:url';

/** The folder of the built-in prompts for texts of tasks. */
export const SHIPPED_PROMPTS: string = fileURLToPath(new URL('../prompts', import.meta.url));
