/** Vite gives every test a base address of its own, which a build would take for ours. */
delete process.env.BASE_URL;
