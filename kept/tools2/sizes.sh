cd @T/w-tools; export PATH=$PWD/node_modules/.bin:$PATH NODE_COMPILE_CACHE=@T/cc
for b in try-nbsp; do git checkout -q $b || exit 1
 sed -i "s#^  await page.goto(path, { waitUntil: 'networkidle' });#&\n  (await import('node:fs')).appendFileSync('@T/tools2/sizes-$b.txt', path + ' ' + JSON.stringify((await Promise.all(waiting), loaded)) + '\\\\n');#" tests/e2e/sizes.spec.ts
 nice node scripts/test.ts tests/api/import/sheets.test.ts tests/e2e/sizes.spec.ts > @T/tools2/sizes-$b.log 2>&1
 git checkout -q tests/e2e/sizes.spec.ts
done; echo done > @T/tools2/sizes.done
