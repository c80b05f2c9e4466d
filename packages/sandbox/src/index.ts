export type { ContainerLabels, ContainerSpec, ReadOnlyMount } from './container-spec.ts';
export type {
  ContainerEnd,
  ContainerLog,
  CreatedContainer,
  RunningContainer,
  StartOptions,
  StoppedContainer,
} from './container.ts';
export type { Engine, EngineInfo, ImageInfo, StorageMethod } from './engine.ts';
export type { SweepReport } from './sweep.ts';
