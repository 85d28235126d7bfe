/** A loaded scene. A build scene has an index, an additive one has -1. */
export class Scene {
  readonly name: string;
  readonly buildIndex: number;

  constructor(name: string, buildIndex: number) {
    this.name = name;
    this.buildIndex = buildIndex;
  }
}
