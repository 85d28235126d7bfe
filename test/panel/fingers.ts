/** Simulates touches of several fingers. */
import type { Locator, Page } from 'playwright-core';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Fingers {
  /** Puts a finger down; `id` distinguishes several. */
  down(at: Point, id?: number): Promise<void>;
  /** Moves a finger in small steps. */
  move(to: Point, id?: number): Promise<void>;
  up(id?: number): Promise<void>;
  tap(at: Point): Promise<void>;
  swipe(from: Point, to: Point): Promise<void>;
  /** The system cancels the gesture. */
  cancel(): Promise<void>;
}

const steps = 12;
/** Browsers measure the speed of a finger over less than this time. */
const restMs = 100;

export async function fingersOn(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page);
  const down = new Map<number, Point>();
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [...down].map(([id, { x, y }]) => ({ id, x, y, radiusX: 8, radiusY: 8 })),
    });
  const fingers: Fingers = {
    async down(at, id = 0) {
      down.set(id, at);
      await send('touchStart');
    },
    async move(to, id = 0) {
      const from = down.get(id)!;
      for (let i = 1; i <= steps; i++) {
        const part = (a: number, b: number) => a + ((b - a) * i) / steps;
        down.set(id, { x: part(from.x, to.x), y: part(from.y, to.y) });
        await send('touchMove');
      }
    },
    async up(id = 0) {
      down.delete(id);
      await send('touchEnd');
    },
    async tap(at) {
      await fingers.down(at);
      await fingers.up();
    },
    async swipe(from, to) {
      await fingers.down(from);
      await fingers.move(to);
      // A finger that rests before it is lifted leaves no momentum, which would scroll on under the next touch.
      await new Promise((resolve) => setTimeout(resolve, restMs));
      await fingers.up();
    },
    async cancel() {
      down.clear();
      await send('touchCancel');
    },
  };
  return fingers;
}

/** Returns a point in an element, by fractions of its width and height. */
export async function placeIn(element: Locator, right = 0.5, down = 0.5): Promise<Point> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width * right, y: y + height * down };
}
