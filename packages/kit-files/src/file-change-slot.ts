import { Mutex, type Slot } from '@std-tools/core';

/** Held by every tool that changes a file, from its checks to the end of the change. */
export const fileChangeSlot: Slot<Mutex> = {
  name: 'file change lock',
  scope: 'process',
  create: () => new Mutex(),
};
