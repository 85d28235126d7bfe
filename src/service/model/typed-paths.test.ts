import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  createPlainHost,
  type ExposedObjectHandle,
  type ExposedProperty,
  exposedClass,
  exposedField,
  type PropertyPath,
  RemoteControlService,
} from '../index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Fails to compile unless it is called with `true`. */
function holds<T extends true>(_proof?: T): void {}

@exposedClass({ name: 'Typed.Lens' })
class Lens {
  @exposedField({ type: 'Single' }) accessor focalLength = 35;
}

@exposedClass({ name: 'Typed.Lamp' })
class Lamp {
  @exposedField() accessor title = 'A';
  @exposedField() accessor lens = new Lens();
  @exposedField({ type: 'Typed.Lens', nullable: true }) accessor spare: Lens | null = null;
  @exposedField({ type: [Lens] }) accessor lenses = [new Lens()];
  @exposedField({ type: 'Typed.Lamp', nullable: true }) accessor next: Lamp | null = null;
  toggle() {}
}

const host = createPlainHost({ name: 'Test', log: () => {} });
after(() => host.stop());
const service = new RemoteControlService({ host, http: { port: 0 } });

test('paths of a decorated class determine the types of their values', () => {
  const handle = service.objects.register(new Lamp());
  holds<Same<typeof handle, ExposedObjectHandle<Lamp>>>();
  const title = service.property(handle, 'title');
  holds<Same<ReturnType<typeof title.get>, string>>();
  const focal = service.property(handle, 'lens/focalLength');
  holds<Same<ReturnType<typeof focal.get>, number>>();
  const ofItem = service.property(handle, 'lenses/0/focalLength');
  holds<Same<ReturnType<typeof ofItem.get>, number>>();
  const spare = service.property(handle, 'spare');
  holds<Same<ReturnType<typeof spare.get>, Lens | null>>();
  assert.deepEqual([title.get(), focal.get(), ofItem.get(), spare.get()], ['A', 35, 35, null]);

  type Path = PropertyPath<Lamp>;
  holds<'next/lens/focalLength' extends Path ? true : false>();
  holds<'spare/focalLength' extends Path ? true : false>();
  holds<'toggle' extends Path ? false : true>();
  holds<'lens/focus' extends Path ? false : true>();
});

test('plain strings and handles of any object still work', () => {
  const plain: ExposedObjectHandle = service.objects.register(new Lamp(), { sourceKey: 'lamp' });
  const path: string = 'lens/focalLength';
  const byText: ExposedProperty = service.property(plain, path);
  const byBrackets = service.property(plain, 'lenses[0].focalLength');
  holds<Same<ReturnType<typeof byBrackets.get>, unknown>>();
  const resolved = service.objects.resolve('lamp')!;
  assert.deepEqual(
    [byText.get(), byBrackets.get(), service.property(resolved, 'title').get()],
    [35, 35, 'A'],
  );
});
