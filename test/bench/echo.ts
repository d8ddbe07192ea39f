/** The floor of a dispatch: a child that sends back what it gets. */
process.on('message', (message) => process.send?.(message));
