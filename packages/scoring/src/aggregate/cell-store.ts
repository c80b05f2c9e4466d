import type { Cell } from './grid.ts';

/** The results of one agent, by instance; where there are several, in the order of their repeats. */
export class CellStore {
  /** Most places hold one result, and need no list. */
  private readonly places = new Map<string, Cell | Repeats>();
  /** Whether any place holds several. */
  repeated = false;

  add(instance: string, repeat: number, cell: Cell): void {
    const place = this.places.get(instance);
    if (place === undefined) {
      this.places.set(instance, repeat === 1 ? cell : new Repeats(repeat, cell));
    } else {
      this.repeated = true;
      const repeats = place instanceof Repeats ? place : new Repeats(1, place);
      repeats.add(repeat, cell);
      this.places.set(instance, repeats);
    }
  }

  /** Undefined where there is no result. */
  get(instance: string): readonly Cell[] | undefined {
    const place = this.places.get(instance);
    if (place === undefined) return undefined;
    return place instanceof Repeats ? place.cells : [place];
  }
}

class Repeats {
  readonly cells: Cell[];
  private readonly numbers: number[];

  constructor(repeat: number, cell: Cell) {
    this.cells = [cell];
    this.numbers = [repeat];
  }

  /** Results mostly come in order, so the place is looked for from the end. */
  add(repeat: number, cell: Cell): void {
    let at = this.numbers.length;
    while (at > 0 && (this.numbers[at - 1] as number) > repeat) at -= 1;
    this.numbers.splice(at, 0, repeat);
    this.cells.splice(at, 0, cell);
  }
}
