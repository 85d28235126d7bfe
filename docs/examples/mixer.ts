/** A mixing desk for remote apps: the example of docs/embedding.md. */
import {
  createPlainHost,
  exposedClass,
  exposedField,
  exposedFunction,
  exposedProperty,
  exposeEnum,
  exposeExternalEnum,
  RemoteControlService,
} from 'sim-host';

/** An enum of another library. */
const HumanBodyBones = { Hips: 0, Spine: 1, LastBone: 2 };

enum Curve {
  Linear,
  Logarithmic,
}
exposeEnum(Curve, { name: 'Curve', help: 'How a fader translates to level' });
exposeExternalEnum(HumanBodyBones, { name: 'HumanBodyBones', excludeNames: ['LastBone'] });

@exposedClass({ kind: 'struct' })
export class Equalizer {
  @exposedField({ type: 'Single' }) accessor low = 0;
  @exposedField({ type: 'Single' }) accessor high = 0;
}

@exposedClass()
export class Cue {
  @exposedField({ key: true }) accessor name = '';
  @exposedField({ type: 'Single' }) accessor seconds = 1;
}

@exposedClass({ category: 'Audio', icon: 'mic' })
export class Channel {
  @exposedField({
    type: 'Single',
    controller: { type: 'Slider', minValue: 0, maxValue: 1, step: 0.01 },
    section: { icon: 'tune', title: 'Levels' },
  })
  accessor level = 0.5;

  @exposedField() accessor muted = false;
  @exposedField({ type: 'Curve', hideIf: { muted: true } }) accessor curve = Curve.Linear;
  @exposedField({ collapsed: true }) accessor equalizer = new Equalizer();
  @exposedField({ type: [Cue] }) accessor cues: Cue[] = [];

  /** Computed, so read-only and not persisted. */
  @exposedProperty({ type: 'Single' })
  get decibels(): number {
    return this.muted ? Number.NEGATIVE_INFINITY : 20 * Math.log10(this.level);
  }

  @exposedFunction({
    parameters: { target: { type: 'Single', default: 0 } },
    returns: 'Single',
    icon: 'trending_down',
  })
  fadeTo(target: number): number {
    this.level = target;
    return this.level;
  }
}

/** Starts the desk; `port` 0 takes any free port. */
export async function startMixer(port = 9095) {
  const host = createPlainHost({ name: 'Mixer' });
  const service = new RemoteControlService({ host, http: { port } });
  const vocals = new Channel();
  service.objects.register(vocals, { sourceKey: 'vocals', name: 'Vocals' });
  service.objects.register(new Channel(), { sourceKey: 'guitar', name: 'Guitar' });
  const { url } = await service.start();
  return { url, vocals, stop: () => service.stop() };
}
