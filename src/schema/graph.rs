//! Cycles in a directed graph, such as that of definitions and their references.

/// Returns, for each node, whether it lies on a cycle (an edge to itself counts), by Tarjan's algorithm for
/// strongly connected components, without recursion.
pub(crate) fn on_cycle(edges: &[Vec<usize>]) -> Vec<bool> {
    let components = components(edges);
    let mut sizes = vec![0_usize; edges.len()];
    for &component in &components {
        sizes[component] += 1;
    }
    (0..edges.len()).map(|node| sizes[components[node]] > 1 || edges[node].contains(&node)).collect()
}

/// Returns, for each node, the number of its strongly connected component.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut component = vec![UNSEEN; count];
    let (mut next_index, mut next_component) = (0, 0);
    let mut stack = Vec::new();
    for start in 0..count {
        if index[start] != UNSEEN {
            continue;
        }
        let mut work = vec![(start, 0)];
        index[start] = next_index;
        low[start] = next_index;
        next_index += 1;
        stack.push(start);
        while let Some(&mut (node, ref mut edge)) = work.last_mut() {
            if let Some(&target) = edges[node].get(*edge) {
                *edge += 1;
                if index[target] == UNSEEN {
                    index[target] = next_index;
                    low[target] = next_index;
                    next_index += 1;
                    stack.push(target);
                    work.push((target, 0));
                } else if component[target] == UNSEEN {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_cycles_and_nothing_else() {
        let edges = vec![vec![1], vec![2], vec![0, 3], vec![4], vec![], vec![5], vec![4]];
        assert_eq!(on_cycle(&edges), [true, true, true, false, false, true, false]);
    }
}
