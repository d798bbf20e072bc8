// npm packs no package-lock.json, and a release has to install what its tests ran with: for the time of `npm pack` the
// lockfile lies there as npm-shrinkwrap.json, which npm reads in its place.
'use strict';
var fs = require('node:fs');
var path = require('node:path');

var root = path.join(__dirname, '..');
var released = path.join(root, 'npm-shrinkwrap.json');

if (process.argv.indexOf('--remove') > 0) fs.rmSync(released, { force: true });
else fs.copyFileSync(path.join(root, 'package-lock.json'), released);
