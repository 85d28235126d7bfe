/** The answers to a prompt (docs/spec/wire.md section 2). It imports nothing, because it runs in browsers too. */
export const confirmChoices = ['yes', 'no', 'cancel'] as const;

export type ConfirmChoice = (typeof confirmChoices)[number];
