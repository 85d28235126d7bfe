/** A loaded scene. A build scene has an index among the application's scenes, an additive world has none (-1). */
export class Scene {
  readonly name: string;
  readonly buildIndex: number;

  constructor(name: string, buildIndex: number) {
    this.name = name;
    this.buildIndex = buildIndex;
  }
}
