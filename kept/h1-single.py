import subprocess,re,os,collections
files=[f for f in subprocess.check_output(['git','ls-files','-co','--exclude-standard'],text=True).split('\n') if f and re.search(r'\.(ts|tsx|mjs|astro)$',f) and os.path.exists(f)]
imp=collections.defaultdict(set); timp=collections.defaultdict(set)
for f in files:
    t=open(f).read()
    for m in re.finditer(r"""(?:from|import\(|import|new URL\(|vi\.mock\()\s*'(\.{1,2}/[^']+)'""",t):
        p=os.path.normpath(os.path.join(os.path.dirname(f),m[1].split('?')[0]))
        (timp if f.startswith('tests') or f.startswith('bench') else imp)[p].add(f)
n=lambda f:len(open(f).read().split('\n'))-1
for f in files:
    if re.match(r'(server/platform|server/portal-database|settings/|contract/[a-z-]+\.ts|contract/fields)',f):
        us=imp[f]; tu=timp[f]
        if len(us)<=4: print(f,n(f),'| users',len(us),*[u+':'+str(n(u)) for u in us],'| tests',len(tu),*list(tu)[:3])
