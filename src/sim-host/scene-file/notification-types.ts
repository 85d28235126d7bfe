/** The kinds of notifications that remote apps know. */
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const;
