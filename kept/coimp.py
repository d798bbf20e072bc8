import subprocess,re,collections,os,sys,itertools
fs=subprocess.run("git ls-files server src rules contract settings | grep -E '\\.(ts|tsx|astro|mjs)$'",shell=True,capture_output=True,text=True).stdout.split()
S=set(fs); imps=collections.defaultdict(dict); lines={}
for f in fs:
    s=open(f).read(); lines[f]=s.count('\n')
    for m in re.finditer(r"^(?:import|export) [\s\S]*?from '([^']+)';$",s,flags=re.M):
        p=os.path.normpath(os.path.join(os.path.dirname(f),m.group(1)))
        if p in S: imps[p][f]=m.group(0).count('\n')+1
# cross-user external count
ext=collections.defaultdict(set)
for p,us in imps.items():
    for u in us: ext[u].add(p)
res=[]
by=collections.defaultdict(list)
for f in fs: by[os.path.dirname(f)].append(f)
for d,l in by.items():
    for a,b in itertools.combinations(l,2):
        if lines[a]+lines[b]>430 or a.endswith('.astro') or b.endswith('.astro'): continue
        ua=set(imps[a]);ub=set(imps[b])
        save=len((ua&ub)) + (b in ua)+(a in ub) + len(ext[a]&ext[b])
        # jaccard of users
        j=len(ua&ub)/max(1,min(len(ua-{b}),len(ub-{a})))
        res.append((save,round(j,2),len(ua),len(ub),len(ext[a]&ext[b]),a,b,lines[a]+lines[b]))
res.sort(reverse=True)
for r in res[:int(sys.argv[1])]: print(*r)
