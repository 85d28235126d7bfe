/** The type name under which any exposed engine component is accepted. */
export const anyComponent = 'Component';
