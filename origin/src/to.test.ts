test('t', async () => { await new Promise(r=>setTimeout(r,7000)) })
